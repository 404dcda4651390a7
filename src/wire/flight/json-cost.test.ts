import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { turnsTaken } from '../../stdx/turns-suite.js'
import { countedBytesAtOnce, jsonDepthMax, jsonEntriesMax, jsonMembersMax } from '../limits.js'
import { jsonCost } from './json-cost.js'

describe('the memory that JSON takes', () => {
  const costs = (name: string, json: string, expected: number | 'unlimited') =>
    void it(name, async () => assert.equal(await jsonCost(Buffer.from(json)), expected))

  costs('a number', '1', 4)
  costs('a text', '"ab"', 4 * 4 + 24)
  costs('text that is not ASCII', '"é"', 4 * 8 + 24)
  costs('an empty list', '[]', 2 * 4 + 64)
  costs('an attribute value', '{"S":"a"}', 9 * 4 + 64 + 2 * 24)
  costs('entries', '[1,2,3]', 7 * 4 + 64 + 2 * 16)
  costs('brackets and commas in a text', '"[{,"', 5 * 4 + 24)
  costs('an escaped quote', String.raw`"\"[{,"`, 7 * 4 + 24)
  costs('an escaped backslash before the end', String.raw`"\\"`, 4 * 4 + 24)

  const long = 'x'.repeat(1000)
  const around = (text: string) => `["${text}"]`
  costs('a long text', around(long), (long.length + 4) * 4 + 64 + 24)
  const escapes = [`${long}\\"[`, `\\"${long}[`, `${long}\\\\`, `${long}\\"${long}\\"[`]
  for (const text of escapes) {
    costs(`${text.length} characters with escapes`, around(text), (text.length + 4) * 4 + 64 + 24)
  }
  const afterEscape = `["${long}","\\"[","${long}"]`
  costs('texts after an escape', afterEscape, afterEscape.length * 4 + 64 + 3 * 24 + 2 * 16)

  const nested = (levels: number) => '['.repeat(levels)
  costs('nesting up to the limit', nested(jsonDepthMax), jsonDepthMax * (4 + 64))
  costs('nesting beyond it', nested(jsonDepthMax + 1), 'unlimited')
  const closed = '[]'.repeat(jsonDepthMax + 1)
  costs('containers one after another', closed, (jsonDepthMax + 1) * (2 * 4 + 64))

  const list = (entries: number) => `[${'0,'.repeat(entries - 1)}0]`
  const entries = jsonEntriesMax
  costs('entries up to the limit', list(entries), (2 * entries + 1) * 4 + 64 + (entries - 1) * 16)
  costs('entries beyond it', list(entries + 1), 'unlimited')

  const object = (members: number) => `{${'"":0,'.repeat(members - 1)}"":0}`
  const members = jsonMembersMax
  const membersCost = (5 * members + 1) * 4 + 64 + members * 24 + (members - 1) * 16
  costs('members up to the limit', object(members), membersCost)
  costs('members beyond it', object(members + 1), 'unlimited')

  for (const broken of ['', ']', '}', '"', '"\\', '"' + long, '{"a":[1,2']) {
    it(`is counted for ${broken.slice(0, 9)}, which is not JSON`, async () => {
      assert.equal(typeof (await jsonCost(Buffer.from(broken))), 'number')
    })
  }

  it('is counted in turns, with the same result', async () => {
    const inPieces = list(4 * countedBytesAtOnce)
    const { turns, result } = await turnsTaken(() => jsonCost(Buffer.from(inPieces)))
    assert.ok(turns >= 6, `${turns} turns for eight pieces`)
    assert.equal(result, await jsonCost(Buffer.from(inPieces)))
  })

  it('is the same wherever a piece ends', async () => {
    const text = `["${long}","\\\\","\\"[{,"],`
    const json = Buffer.from(text.repeat(countedBytesAtOnce / 512))
    const each = 4 * text.length + 64 + 3 * 24 + 3 * 16
    assert.equal(await jsonCost(json), (each * countedBytesAtOnce) / 512)
  })
})
