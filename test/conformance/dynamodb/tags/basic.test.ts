/** Tags of a table: added, replaced, removed and listed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
async function newArn(): Promise<string> {
  const table = await client.untilActive(await client.createTable(partitionOnly()))
  return table['TableArn'] as string
}
const tags = (entries: Readonly<Record<string, string>>): readonly Json[] =>
  Object.entries(entries).map(([Key, Value]) => ({ Key, Value }))
const byKey = (list: readonly Json[]): readonly Json[] =>
  [...list].sort((a, b) => ((a['Key'] as string) < (b['Key'] as string) ? -1 : 1))

async function listed(ResourceArn: string): Promise<readonly Json[]> {
  const answer = await client.ask('ListTagsOfResource', { ResourceArn })
  assert.equal('NextToken' in answer, false)
  return byKey(answer['Tags'] as Json[])
}

describe('tags', () => {
  it('are empty at first', async () => {
    assert.deepEqual(await client.ask('ListTagsOfResource', { ResourceArn: await newArn() }), {
      Tags: [],
    })
  })

  it('are added and replaced by key', async () => {
    const ResourceArn = await newArn()
    await client.ask('TagResource', { ResourceArn, Tags: tags({ env: 'test', team: 'core' }) })
    await client.ask('TagResource', { ResourceArn, Tags: tags({ env: 'live', more: '' }) })
    const expected = tags({ env: 'live', more: '', team: 'core' })
    assert.deepEqual(await listed(ResourceArn), expected)
  })

  it('are removed by key, missing ones included', async () => {
    const ResourceArn = await newArn()
    await client.ask('TagResource', { ResourceArn, Tags: tags({ a: '1', b: '2' }) })
    await client.ask('UntagResource', { ResourceArn, TagKeys: ['a', 'nothing'] })
    assert.deepEqual(await listed(ResourceArn), tags({ b: '2' }))
  })

  it('are written with an empty answer', async () => {
    const ResourceArn = await newArn()
    const tagged = await client.call('TagResource', { ResourceArn, Tags: tags({ a: '1' }) })
    const untagged = await client.call('UntagResource', { ResourceArn, TagKeys: ['a'] })
    for (const answer of [tagged, untagged]) {
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.body, {})
      assert.equal(answer.headers['content-length'], '0')
    }
  })

  it('have letters, digits and spaces of any script, and some signs', async () => {
    const ResourceArn = await newArn()
    const Tags = tags({ 'a b+-=._:/@Z9': '', Größe: '東京 ٣', 'a\u00a0b': '𝒳' })
    await client.ask('TagResource', { ResourceArn, Tags })
    assert.deepEqual(await listed(ResourceArn), byKey(Tags))
  })

  it('are listed whatever the token says', async () => {
    const ResourceArn = await newArn()
    await client.ask('TagResource', { ResourceArn, Tags: tags({ a: '1' }) })
    assert.deepEqual(await client.ask('ListTagsOfResource', { ResourceArn, NextToken: 'x' }), {
      Tags: tags({ a: '1' }),
    })
  })

  it('are fifty at most, of 128 and 256 characters, in one answer', async () => {
    const ResourceArn = await newArn()
    const others = Array.from({ length: 49 }, (_, n) => [`${n}`, ''])
    const longest = ['z'.padEnd(128, 'é'), '𝒳'.repeat(256)]
    const Tags = tags(Object.fromEntries([...others, longest]) as Record<string, string>)
    await client.ask('TagResource', { ResourceArn, Tags })
    assert.deepEqual(await listed(ResourceArn), byKey(Tags))
    const more = await client.call('TagResource', { ResourceArn, Tags: tags({ more: '' }) })
    assert.equal(more.type, 'ValidationException')
    assert.equal((await listed(ResourceArn)).length, 50)
  })

  it('are not lost by concurrent writers', async () => {
    const ResourceArn = await newArn()
    const writers = Array.from({ length: 20 }, (_, n) =>
      client.ask('TagResource', { ResourceArn, Tags: tags({ [`k${n}`]: `${n}` }) }),
    )
    await Promise.all(writers)
    assert.equal((await listed(ResourceArn)).length, 20)
  })
})
