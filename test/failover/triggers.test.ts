/**
 * Triggers of two servers on one database: one of them works, and the other resumes where it
 * stopped.
 */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createGramme, type Gramme } from '../../src/server/gramme.js'
import { clientOf, testCredentials, type Client } from '../support/client.js'
import { postgresDatabase } from '../support/postgres.js'
import { until } from '../support/until.js'

const noting = `
import { appendFileSync } from 'node:fs'
export const handler = async ({ Records }) => {
  for (const { dynamodb } of Records) appendFileSync('noted', dynamodb.Keys.pk.S + '\\n')
}`

async function start(engine: string, triggers: string): Promise<[Gramme, Client]> {
  const gramme = createGramme({ port: 0, engine, triggers, logLevel: 'silent' })
  await gramme.start()
  return [gramme, clientOf(gramme.address, testCredentials)]
}

async function put(client: Client, ...names: readonly string[]): Promise<void> {
  for (const S of names) await client.ask('PutItem', { TableName: 'things', Item: { pk: { S } } })
}

describe('triggers of two servers on one database', () => {
  it('are run by one of them, and by the other once that one has stopped', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gramme-test-'))
    const database = await postgresDatabase()
    const file = join(folder, 'triggers.json')
    const trigger = { Name: 'a', Table: 'things', Module: 'handler.mjs', Timeout: 60 }
    await writeFile(join(folder, 'handler.mjs'), noting)
    await writeFile(file, JSON.stringify({ Triggers: [trigger] }))
    const noted = async () => {
      const text = await readFile(join(folder, 'noted'), 'utf8').catch(() => '')
      return text.split('\n').slice(0, -1).sort()
    }
    const untilNoted = (count: number) =>
      until(
        async () => (await noted()).length >= count,
        async () => `only ${(await noted()).join()} were noted`,
      )
    const [first, client] = await start(database.url, file)
    const [second, other] = await start(database.url, file)
    try {
      await client.ask('CreateTable', {
        TableName: 'things',
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
      })
      await put(client, 'a', 'b', 'c')
      await put(other, 'd', 'e', 'f')
      await untilNoted(6)
      await first.stop()
      await put(other, 'g', 'h')
      await untilNoted(8)
      assert.deepEqual(await noted(), ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
    } finally {
      for (const each of [client, other]) {
        each.sdk.destroy()
        each.streams.destroy()
      }
      await first.stop()
      await second.stop()
      await database.remove()
      await rm(folder, { recursive: true })
    }
  })
})
