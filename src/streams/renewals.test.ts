/** A renewed version of an item in a global table is no change: a stream goes on behind it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { getLog, decodeLog } from '../changes/change-log.js'
import { readShard } from '../changes/read-log.js'
import { MemberTable } from '../items/member-suite.js'

const note = (text: string) => ({ note: { S: text } })

describe('the stream of a member of a global table', () => {
  it('shows changes and no renewals, whatever the size of its pages', async () => {
    const member = await new MemberTable(await openTestEngine()).createMember()
    for (const text of ['one', 'one', 'two', 'two', 'two']) await member.put('a', note(text))
    await member.delete('a')
    for (let i = 0; i < 3; i++) await member.delete('a')
    await member.put('a', note('three'))
    for (let i = 0; i < 3; i++) await member.put('a', note('three'))
    const { changes } = await member.table()
    const [record] = await member.engine.read([getLog(changes!.space)])
    const { open } = decodeLog(record!)
    for (const entriesMax of [1, 2, 5, 100]) {
      const shown: string[] = []
      for (const { number, lane, first } of open) {
        const read = (position: number) =>
          readShard(
            member.engine,
            changes!.space,
            { number, lane, position },
            { entriesMax, bytesMax: 1e6 },
          )
        for (let position = first, isLast = false; !isLast;) {
          const page = await read(position)
          assert.ok(page?.kind === 'page')
          shown.push(...page.changes.map(({ change }) => change.kind))
          isLast = page.next === position
          position = page.next
        }
      }
      assert.deepEqual(shown, ['insert', 'modify', 'remove', 'insert'])
    }
  })

  it('shows what another region wrote as changes from what was here', async () => {
    const member = await new MemberTable(await openTestEngine(), 'eu-west-1').createMember()
    const other = await new MemberTable(await openTestEngine(), 'us-east-1').createMember()
    other.clock.advance(10)
    for (const text of ['one', 'two', 'two']) await other.put('a', note(text))
    await member.put('a', note('mine'))
    await member.apply(await other.outgoing())
    const seen = (await member.shown()).map(({ kind, origin, before, after }) => {
      const texts = [before, after].map((image) => image && Buffer.from(image.json).toString())
      return [kind, origin, ...texts.map((text) => text && /"note":{"S":"(\w+)"}/.exec(text)?.[1])]
    })
    assert.deepEqual(seen, [
      ['insert', 'client', undefined, 'mine'],
      ['modify', 'replica', 'mine', 'one'],
      ['modify', 'replica', 'one', 'two'],
    ])
  })
})
