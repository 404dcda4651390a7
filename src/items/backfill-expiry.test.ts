/**
 * Time to live enabled on tables in use: every item is listed once, whatever is written
 * concurrently.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AttributeValue } from '../model/attribute-value.js'
import { backfillBatchItemsMax } from './limits.js'
import { GuardBroken } from '../storage/errors.js'
import { below, chanceOf, oneOf, seed, type Chance } from '../../test/support/chance.js'
import { lastingStore, openTestEngine } from '../../test/support/engines.js'
import { backfillBatch } from './backfill.js'
import { ExpiringTable } from './expiry-suite.js'

const keyCount = 3 * backfillBatchItemsMax

function someTtl(subject: ExpiringTable, chance: Chance): AttributeValue | undefined {
  const seconds = subject.nowSeconds + below(chance, 20) - 10
  return oneOf(chance, [{ N: String(seconds) }, { N: `${seconds}.5` }, { S: 'text' }, undefined])
}

async function writeSomething(subject: ExpiringTable, chance: Chance): Promise<void> {
  const pk = `item-${below(chance, keyCount)}`
  const choice = chance()
  if (choice < 0.2) await subject.delete(pk)
  else if (choice < 0.3) await subject.removeTtl(pk)
  else if (choice < 0.5) await subject.setTtl(pk, someTtl(subject, chance) ?? { N: '1' })
  else await subject.put(pk, someTtl(subject, chance))
}

async function fill(subject: ExpiringTable, chance: Chance): Promise<void> {
  for (let i = 0; i < keyCount; i++) await subject.put(`item-${i}`, someTtl(subject, chance))
}

describe(`enabling time to live on a table with items (GRAMME_SEED=${seed})`, () => {
  it('lists them in the background, in step with concurrent writes', async () => {
    const subject = await new ExpiringTable(await openTestEngine()).create()
    const chance = chanceOf(seed)
    await fill(subject, chance)
    await subject.enable()
    await subject.requireSound()
    for (let listed = false; !listed;) {
      for (let writes = below(chance, 60); writes > 0; writes--) {
        await writeSomething(subject, chance)
      }
      listed = await subject.listBatch()
      await subject.requireSound()
    }
    for (let writes = 0; writes < 50; writes++) await writeSomething(subject, chance)
    await subject.requireSound()
    const before = await subject.left()
    const { deleted } = await subject.sweep()
    assert.ok(deleted > 0)
    assert.equal((await subject.left()).length, before.length - deleted)
    await subject.requireSound()
  })

  it('races writers and resumes after a restart', async () => {
    const store = await lastingStore()
    let engine = await store.open()
    let subject = await new ExpiringTable(engine).create()
    const chance = chanceOf(seed + 1)
    const writing = () =>
      Promise.all(Array.from({ length: 30 }, () => writeSomething(subject, chance)))
    await fill(subject, chance)
    await subject.enable()
    await Promise.all([subject.listBatch(), writing()])
    await engine.close()
    engine = await store.open()
    subject = new ExpiringTable(engine)
    assert.ok((await subject.table()).expiry?.build, 'not all are listed yet')
    await subject.requireSound()
    while (!(await subject.listBatch())) await writing()
    await subject.requireSound()
    await engine.close()
    await store.remove()
  })

  it('lists every item once if two builders compete', async () => {
    const subject = await new ExpiringTable(await openTestEngine()).create()
    await fill(subject, chanceOf(seed))
    await subject.enable()
    await Promise.all([subject.listAll(), subject.listAll()])
    await subject.requireSound()
  })

  it('works while an index is being built', async () => {
    const subject = await new ExpiringTable(await openTestEngine()).create({ indexes: [] })
    const chance = chanceOf(seed + 2)
    await fill(subject, chance)
    const { account, region, name } = await subject.enable()
    await subject.catalog.updateTable({ account, region }, name, (definition) => ({
      ...definition,
      indexes: [
        {
          kind: 'global',
          name: 'by-group',
          keySchema: { partition: [{ name: 'group', type: 'S' }], sort: [] },
          projection: { kind: 'keys-only' },
        },
      ],
    }))
    await subject.listBatch()
    await writeSomething(subject, chance)
    const table = await subject.table()
    await backfillBatch(subject.engine, table, table.indexes[0]!)
    for (let writes = 0; writes < 50; writes++) await writeSomething(subject, chance)
    await subject.requireSound()
    await subject.listAll()
    for (let writes = 0; writes < 50; writes++) await writeSomething(subject, chance)
    await subject.requireSound()
  })

  it('ends when it is disabled again', async () => {
    const subject = await new ExpiringTable(await openTestEngine()).create()
    await fill(subject, chanceOf(seed))
    const stale = await subject.enable()
    await subject.listBatch()
    await subject.disable()
    await assert.rejects(backfillBatch(subject.engine, stale, stale.expiry!), GuardBroken)
    await subject.requireSound()
  })
})
