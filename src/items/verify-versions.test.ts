/** What `verify` finds in the versions of a member of a global table. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import type { Mutation } from '../storage/engine.js'
import { unfenced, writeFenced } from '../storage/fence.js'
import { itemKey } from '../storage/keyspace.js'
import { keyOf, memberDraft, MemberTable } from './member-suite.js'
import { verifyTable } from './verify.js'
import { encodeItemVersion } from './write/item-version.js'

const version = { ms: 1, counter: 0, region: 'us-east-1' }

async function faultsWith(pk: string, value: Buffer): Promise<readonly string[]> {
  const member = await new MemberTable(await openTestEngine()).createMember()
  await member.put('here')
  await member.put('gone')
  await member.delete('gone')
  await member.requireSound()
  const { space } = (await member.table()).versions!
  const key = itemKey(memberDraft.keySchema, keyOf(pk))
  const put: Mutation = { kind: 'put', space, key, value }
  await writeFenced(member.engine, unfenced, [put])
  return (await verifyTable(member.engine, await member.table())).faults
}

describe('versions that do not fit the items', () => {
  const check = (name: string, pk: string, value: Buffer, fault: string) => {
    it(name, async () => {
      assert.deepEqual(await faultsWith(pk, value), [`shared versions: ${fault}`])
    })
  }
  const live = encodeItemVersion({ version, isDeleted: false })
  const dead = encodeItemVersion({ version, isDeleted: true })

  check('are those of no item', 'gone', live, 'a version is that of no item')
  check('say that an item is gone', 'here', dead, 'the version of an item says that it was deleted')
  check('have an unknown form', 'here', Buffer.of(9, 0), 'a version cannot be read')
  check('end early', 'here', live.subarray(0, 5), 'a version cannot be read')
})
