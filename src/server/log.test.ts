import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { describe, it } from 'node:test'
import type { LogFacts } from '../stdx/log.js'
import { createLog } from './log.js'

type Line = Readonly<Record<string, unknown>>

/** The log line of an error with these facts, without the fields that differ from line to line. */
function lineOf(facts?: LogFacts): Line {
  const lines: string[] = []
  createLog('error', (line) => lines.push(line)).error('a text', facts)
  assert.equal(lines.length, 1)
  assert.match(lines[0]!, /^\{.*\}\n$/)
  const { level, time, pid, hostname: host, name, msg, ...rest } = JSON.parse(lines[0]!) as Line
  assert.deepEqual(
    { level, pid, host, name, msg },
    { level: 50, pid: process.pid, host: hostname(), name: 'gramme', msg: 'a text' },
  )
  assert.ok(Math.abs(Number(time) - Date.now()) < 60_000)
  return rest
}

describe('the log', () => {
  it('writes the levels from its threshold up, numbered as pino does', () => {
    const levels: unknown[] = []
    const write = (line: string) => levels.push((JSON.parse(line) as Line)['level'])
    for (const threshold of ['silent', 'error', 'warn', 'info', 'debug'] as const) {
      const log = createLog(threshold, write)
      log.error('e')
      log.warn('w')
      log.info('i')
      log.debug('d')
      levels.push(threshold)
    }
    const expected = ['silent', 50, 'error', 50, 40, 'warn', 50, 40, 30, 'info', 50, 40, 30, 20]
    assert.deepEqual(levels, [...expected, 'debug'])
  })

  it('says which levels it wants', () => {
    const log = createLog('warn')
    assert.deepEqual(
      [log.wants('error'), log.wants('warn'), log.wants('info')],
      [true, true, false],
    )
    assert.equal(createLog('silent').wants('error'), false)
  })

  const check = (what: string, facts: LogFacts | undefined, expected: Line): void => {
    it(`writes ${what}`, () => assert.deepEqual(lineOf(facts), expected))
  }

  check('no facts', undefined, {})
  check('facts', { table: 'Music', count: 2, none: undefined }, { table: 'Music', count: 2 })
  check('a bigint as text', { version: 7n }, { version: '7' })
  check('an error that is only a text', { error: 'broken' }, { error: 'broken' })
  const circle: { itself?: unknown } = {}
  circle.itself = circle
  check('the text alone if a fact is not JSON', { circle }, {})

  it('writes an error with its type, its causes and its own fields', () => {
    class Refused extends Error {
      readonly code = 'E1'
    }
    const error = new Refused('not now', { cause: new Error('too busy') })
    const described = lineOf({ error })['error'] as Line
    const { stack, ...rest } = described
    assert.deepEqual(rest, { type: 'Refused', message: 'not now: too busy', code: 'E1' })
    assert.match(String(stack), /not now\n\s+at [^]*\ncaused by: Error: too busy\n\s+at /)
  })

  it('writes the errors inside an AggregateError', () => {
    const error = new AggregateError([new Error('one'), new Error('two')], 'both')
    const { aggregateErrors } = lineOf({ error })['error'] as { aggregateErrors: Line[] }
    assert.deepEqual(
      aggregateErrors.map(({ message }) => message),
      ['one', 'two'],
    )
  })

  it('stops at a cycle of causes', () => {
    const error = new Error('a')
    error.cause = error
    assert.match(String((lineOf({ error })['error'] as Line)['message']), /^a(: a)+$/)
  })
})
