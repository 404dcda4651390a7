import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  eventRow,
  isWanted,
  readMoment,
  type AuditFilter,
  type ShownEvent,
} from './audit-filter.js'

const event: ShownEvent = {
  eventTime: '2026-01-02T03:04:05Z',
  eventName: 'PutItem',
  sourceIPAddress: '192.0.2.1',
  resources: [{ ARN: 'arn:aws:dynamodb:eu-west-1:000000000000:table/T' }],
  userIdentity: {
    type: 'AssumedRole',
    arn: 'arn:aws:sts::000000000000:assumed-role/writer/s1',
    accessKeyId: 'ASIA1',
    sessionContext: { sessionIssuer: { userName: 'writer' } },
  },
}
const denied = { ...event, errorCode: 'AccessDenied' }
const refused = {
  ...event,
  errorCode: 'UnrecognizedClientException',
  userIdentity: { type: 'Unknown' },
}

describe('which events are shown', () => {
  const shows = (name: string, filter: Partial<AuditFilter>, expected: boolean, of = event) =>
    void it(name, () => assert.equal(isWanted(of, { denied: false, ...filter }), expected))
  const at = Date.parse(event.eventTime!)
  shows('all', {}, true)
  shows('by the name of a role', { user: 'writer' }, true)
  shows('by key', { user: 'ASIA1' }, true)
  shows('not of others', { user: 'reader' }, false)
  shows('by event', { event: 'putitem' }, true)
  shows('by pattern', { event: 'Put*' }, true)
  shows('not by a part of a name', { event: 'Put' }, false)
  shows('not by an expression', { event: 'P.tItem' }, false)
  shows('from a time on', { sinceMs: at }, true)
  shows('not before it', { sinceMs: at + 1 }, false)
  shows('before a time', { untilMs: at + 1 }, true)
  shows('not from it on', { untilMs: at }, false)
  shows('not if it was allowed', { denied: true }, false)
  shows('if it was denied', { denied: true }, true, denied)
  shows('if its signature was refused', { denied: true }, true, refused)
  shows('not without a time, if one is asked for', { sinceMs: 0 }, false, {})
})

describe('how events are shown', () => {
  it('as columns', () => {
    assert.deepEqual(eventRow(event), [
      '2026-01-02T03:04:05Z',
      'ok',
      'PutItem',
      'arn:aws:sts::000000000000:assumed-role/writer/s1',
      '192.0.2.1',
      'arn:aws:dynamodb:eu-west-1:000000000000:table/T',
    ])
  })
  it('without what a terminal would obey', () => {
    const row = eventRow({ ...event, resources: [{ ARN: '\u001b[2Jx\ty' }] })
    assert.equal(row.at(-1), '?[2Jx?y')
  })
})

describe('a moment', () => {
  it('is a date, or how long ago', () => {
    assert.equal(readMoment('2026-01-02', 'since', 0), Date.UTC(2026, 0, 2))
    assert.equal(readMoment('2h', 'since', 10_000_000), 10_000_000 - 7_200_000)
    assert.throws(() => readMoment('soon', 'since', 0), /--since must be a time/)
  })
})
