/** `gramme console` before endpoints that other people wrote, and before Gramme in IAM mode. */
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { startServerProcess } from '../../../scripts/server-process.js'
import { serveConsole } from '../../../src/server/serve-console.js'
import { peers } from '../../differential/peers/peers.js'
import { checkPage, type ConsoleBench } from './console-bench.js'

const key = { accessKeyId: 'ForwardKey', secretAccessKey: 'a-secret-of-forwarded-calls-000001' }
const region = 'eu-west-1'
/** Where the differential tests keep what they have installed. */
const cache = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'gramme-differential',
)

export async function testForward(bench: ConsoleBench): Promise<void> {
  mkdirSync(cache, { recursive: true })
  for (const peer of peers) {
    const running = await peer.start(cache).catch((error: unknown) => {
      bench.tally.skip(`console: of ${peer.name}`, `it does not start: ${String(error)}`)
    })
    if (running === undefined) continue
    try {
      await checkEndpoint(bench, peer.name, running.url)
    } finally {
      await running.stop()
    }
  }
  await using server = await startServerProcess({
    args: ['--in-memory', '--log-level', 'error', '--auth', 'iam'],
    env: {
      GRAMME_ROOT_ACCESS_KEY_ID: key.accessKeyId,
      GRAMME_ROOT_SECRET_ACCESS_KEY: key.secretAccessKey,
    },
  })
  await checkEndpoint(bench, 'Gramme in IAM mode', server.url)
}

async function checkEndpoint(bench: ConsoleBench, name: string, url: string): Promise<void> {
  const client = new DynamoDBClient({ endpoint: url, region, credentials: key })
  await client.send(
    new CreateTableCommand({
      TableName: 'Foreign-Music',
      AttributeDefinitions: [{ AttributeName: 'Artist', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'Artist', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
  client.destroy()
  await checkSigned(bench, name, url)
  await checkPassed(bench, name, url)
}

/** The program signs. */
async function checkSigned(bench: ConsoleBench, name: string, url: string): Promise<void> {
  const forwarder = await serveConsole({ endpoint: new URL(url), port: 0, region, key })
  const { origin, search } = new URL(forwarder.address)
  try {
    const check = { name: `of ${name}, signed by the program`, path: `/${search}` }
    await checkPage({ ...bench, url: origin }, check, async (page) => {
      await page.waitForURL(`**/console/${region}/tables`)
      await page.getByRole('complementary').getByRole('link', { name: 'Foreign-Music' }).waitFor()
    })
  } finally {
    await forwarder.stop()
  }
}

/** The page signs, for the host of the endpoint. */
async function checkPassed(bench: ConsoleBench, name: string, url: string): Promise<void> {
  const forwarder = await serveConsole({ endpoint: new URL(url), port: 0, region })
  const { origin, search } = new URL(forwarder.address)
  try {
    const check = { name: `of ${name}, signed by the page`, path: `/${search}` }
    await checkPage({ ...bench, url: origin }, check, async (page) => {
      await page.getByRole('textbox', { name: 'Access key ID' }).fill(key.accessKeyId)
      await page.getByLabel('Secret access key').fill(key.secretAccessKey)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('complementary').getByRole('link', { name: 'Foreign-Music' }).waitFor()
    })
  } finally {
    await forwarder.stop()
  }
}
