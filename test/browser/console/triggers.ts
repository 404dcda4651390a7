/** Triggers in the console: their states, what they print, and what they gave up. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateTableCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { startServerProcess } from '../../../scripts/server-process.js'
import { checkPage, connect, expectAccessible, type ConsoleBench } from './console-bench.js'

const path = '/us-east-1/triggers'
const handlers = `
export const greet = async ({ Records }) => console.log('sees', Records[0].dynamodb.Keys.pk.S)
export const fail = async () => { throw new Error('never') }`

export async function testTriggers(open: ConsoleBench): Promise<void> {
  await checkPage(open, { name: 'triggers: none, and how to add one', path }, async (page) => {
    await page.getByText('No trigger follows a table of this region.').waitFor()
    await expectAccessible(page)
  })

  const folder = await mkdtemp(join(tmpdir(), 'gramme-browser-'))
  try {
    const file = join(folder, 'triggers.json')
    await writeFile(join(folder, 'handlers.mjs'), handlers)
    await writeFile(file, JSON.stringify({ Triggers: triggers() }))
    await using server = await startServerProcess({
      args: ['--in-memory', '--log-level', 'error', '--triggers', file],
    })
    const client = connect(server.url)
    await testRunning({ ...open, url: server.url, client })
    client.destroy()
  } finally {
    await rm(folder, { recursive: true })
  }
}

function triggers(): readonly object[] {
  const usual = { Table: 'Orders', Module: 'handlers.mjs', Timeout: 60 }
  const dead = { OnFailure: { Destination: 'dead.jsonl' } }
  const failing = { MaximumRetryAttempts: 0, DestinationConfig: dead }
  return [
    { Name: 'greeter', Export: 'greet', ...usual },
    { Name: 'doomed', Export: 'fail', ...usual, ...failing },
  ]
}

async function testRunning(bench: ConsoleBench): Promise<void> {
  await bench.client.send(
    new CreateTableCommand({
      TableName: 'Orders',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  )
  const Item = { pk: { S: 'order 1' } }
  await bench.client.send(new PutItemCommand({ TableName: 'Orders', Item }))

  await checkPage(bench, { name: 'triggers: states, log and dead letters', path }, async (page) => {
    await page.getByRole('row', { name: /greeter Orders follows nothing/ }).waitFor()
    await page.getByRole('row', { name: /doomed Orders fails Error: never/ }).waitFor()
    await page.getByLabel('Log of greeter').getByText('sees order 1').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'doomed' }).click()
    await page.getByRole('tab', { name: 'Dead letters' }).click()
    await page.getByText('RetryAttemptsExhausted').click()
    await page
      .getByLabel('Records of the batch')
      .getByText(/order 1/)
      .waitFor()
    await expectAccessible(page)
  })
}
