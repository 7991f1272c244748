// fetch, without its classes, which servers use too, and EventSource.

export {makeEventSource} from '../web/event_source/event_source.ts';
export {startFetch} from '../web/fetch/fetch.ts';
