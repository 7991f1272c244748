// rt:kv, rt:cache, rt:config and rt:secret.

export {openCache} from '../cache/cache.ts';
export {openConfig} from '../config/config.ts';
export {openKv} from '../kv/kv.ts';
export {openSecret} from '../secret/secret.ts';
