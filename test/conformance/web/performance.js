// https://w3c.github.io/hr-time and https://w3c.github.io/user-timing
import {assertArrayEquals, assertEquals, assertThrows, assertTrue, test} from '../harness.js';

function clear() {
  performance.clearMarks();
  performance.clearMeasures();
}

test('now counts up from timeOrigin, with fractions', () => {
  const values = Array.from({length: 1000}, () => performance.now());
  assertTrue(values.every((value, i) => i === 0 || value >= values[i - 1]));
  assertTrue(values.some((value) => !Number.isInteger(value)));
  const wall = performance.timeOrigin + performance.now();
  assertTrue(Math.abs(wall - Date.now()) < 1000);
});

test('a mark takes the time, or is given it', () => {
  clear();
  const before = performance.now();
  const mark = performance.mark('a');
  assertTrue(mark.startTime >= before && mark.startTime <= performance.now());
  assertTrue(mark instanceof PerformanceMark && mark instanceof PerformanceEntry);
  assertArrayEquals(
      [mark.name, mark.entryType, mark.duration, mark.detail],
      ['a', 'mark', 0, null]);
  assertEquals(performance.mark('b', {startTime: 12.5}).startTime, 12.5);
  assertThrows(() => performance.mark('c', {startTime: -1}), TypeError);
  assertThrows(() => performance.mark('c', {startTime: NaN}), TypeError);
  assertThrows(() => performance.mark(), TypeError);
});

test('measures span what they are told', () => {
  clear();
  performance.mark('a', {startTime: 10});
  performance.mark('b', {startTime: 25});
  performance.mark('a', {startTime: 12});
  const span = (...args) => {
    const {startTime, duration} = performance.measure('m', ...args);
    return [startTime, duration];
  };
  assertArrayEquals(span('a', 'b'), [12, 13], 'the last mark of a name counts');
  assertArrayEquals(span({start: 'a', end: 20}), [12, 8]);
  assertArrayEquals(span({start: 3, duration: 4}), [3, 4]);
  assertArrayEquals(span({end: 'b', duration: 5}), [20, 5]);
  assertArrayEquals(span({end: 7}), [0, 7]);
  assertArrayEquals(span(undefined, 'b'), [0, 25]);
  assertArrayEquals(span('b', 'a'), [25, -13]);
  const now = performance.now();
  const [start, duration] = span();
  assertEquals(start, 0);
  assertTrue(duration >= now);
});

test('measure refuses what does not fit together', () => {
  const measure = (...args) => () => performance.measure('m', ...args);
  assertThrows(measure('no such mark'), 'SyntaxError');
  assertThrows(measure({start: 1, end: 2, duration: 1}), TypeError);
  assertThrows(measure({duration: 1}), TypeError);
  assertThrows(measure({detail: 1}), TypeError);
  assertThrows(measure({start: 1}, 'a'), TypeError);
  assertThrows(() => performance.measure(), TypeError);
});

test('the timeline is in order of start, and can be asked and cleared', () => {
  clear();
  performance.mark('late', {startTime: 30});
  performance.mark('x', {startTime: 20});
  performance.measure('x', {start: 5, end: 6});
  performance.mark('early', {startTime: 1});
  const names = (entries) => entries.map((e) => `${e.entryType} ${e.name}`);
  assertArrayEquals(
      names(performance.getEntries()),
      ['mark early', 'measure x', 'mark x', 'mark late']);
  assertArrayEquals(
      names(performance.getEntriesByName('x')), ['measure x', 'mark x']);
  assertArrayEquals(
      names(performance.getEntriesByName('x', 'mark')), ['mark x']);
  assertArrayEquals(
      names(performance.getEntriesByType('measure')), ['measure x']);
  performance.clearMarks('x');
  assertArrayEquals(
      names(performance.getEntriesByName('x')), ['measure x']);
  performance.clearMarks();
  assertArrayEquals(names(performance.getEntries()), ['measure x']);
  performance.clearMeasures();
  assertEquals(performance.getEntries().length, 0);
});

test('entries become JSON', () => {
  const mark = performance.mark('j', {startTime: 2});
  assertEquals(
      JSON.stringify(mark),
      '{"name":"j","entryType":"mark","startTime":2,"duration":0,"detail":null}');
  assertEquals(
      JSON.stringify(performance),
      JSON.stringify({timeOrigin: performance.timeOrigin}));
});
