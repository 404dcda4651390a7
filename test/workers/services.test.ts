/** What one server does in the background or counts, done and counted once by two workers. */
import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { CloudWatchClient, GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch'
import { startServerProcess } from '../../scripts/server-process.js'
import { missingOpenssl, TestAuthority } from '../support/certificates.js'
import { clientOf, testCredentials, type Client } from '../support/client.js'
import { partitionOnly } from '../support/tables.js'
import { largeText } from '../support/throttled-tables.js'
import { until } from '../support/until.js'
import { startTeam, type Team } from './team.js'

const handler = `
import { appendFileSync } from 'node:fs'
export const handler = async ({ Records }) => {
  const lines = Records.map(({ dynamodb: { Keys } }) => Keys.pk.S + '\\n')
  appendFileSync('seen', lines.join(''))
}`

/** Several clients, so that both workers have connections. */
const clients = 4

describe('with two workers', () => {
  let team: Team
  let folder: string
  let all: readonly Client[]

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gramme-worker-services-'))
    await writeFile(join(folder, 'handler.mjs'), handler)
    const trigger = { Name: 'seen', Table: 'watched', Module: 'handler.mjs', BatchSize: 5 }
    await writeFile(join(folder, 'triggers.json'), JSON.stringify({ Triggers: [trigger] }))
    const triggers = ['--triggers', join(folder, 'triggers.json')]
    team = await startTeam(['--throttle', 'on', ...triggers])
    all = Array.from({ length: clients }, () => clientOf(team.server, testCredentials))
  })
  after(async () => {
    for (const client of all) client.sdk.destroy()
    await team.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('a trigger sees every change, and none of them twice', async () => {
    const shape = { ...partitionOnly(), TableName: 'watched' }
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' }
    await team.client.ask('CreateTable', { ...shape, StreamSpecification })
    await team.client.untilActive('watched')
    const names = Array.from({ length: 60 }, (_, n) => `item ${n}`)
    const put = (name: string, n: number) =>
      all[n % clients]!.ask('PutItem', { TableName: 'watched', Item: { pk: { S: name } } })
    await Promise.all(names.map(put))
    const seen = async (): Promise<readonly string[]> => {
      const text = await readFile(join(folder, 'seen'), 'utf8').catch(() => '')
      return text.split('\n').filter((line) => line !== '')
    }
    await until(
      async () => new Set(await seen()).size === names.length,
      async () => `the handler saw ${(await seen()).length} changes: ${team.server.said()}`,
    )
    assert.deepEqual([...(await seen())].sort(), names.sort())
  })

  it('a table is throttled at its own rate, not at one for each worker', async () => {
    const unitsPerSecond = 20
    const ProvisionedThroughput = {
      ReadCapacityUnits: unitsPerSecond,
      WriteCapacityUnits: unitsPerSecond,
    }
    const { BillingMode: _, ...shape } = partitionOnly() as Record<string, unknown>
    const TableName = await team.client.createTable({ ...shape, ProvisionedThroughput })
    const isAdmitted = async (client: Client, Item: object): Promise<boolean> => {
      const { status, type } = await client.call('PutItem', { TableName, Item })
      if (status !== 200) assert.equal(type, 'ProvisionedThroughputExceededException')
      return status === 200
    }
    // What was saved since the table was created is used up, no faster than a partition allows.
    for (let refused = 0; refused < 8; await delay(400)) {
      refused = (await isAdmitted(team.client, { pk: { S: 'large' }, largeText })) ? 0 : refused + 1
    }
    const measuredMs = 20_000
    let next = 0
    let admitted = 0
    const write = async (client: Client, endsAtMs: number, counts: boolean): Promise<void> => {
      while (performance.now() < endsAtMs) {
        const took = await isAdmitted(client, { pk: { S: `item ${next++}` } })
        if (took && counts) admitted++
        if (!took) await delay(20)
      }
    }
    // The large item left a debt.
    await until(
      () => isAdmitted(team.client, { pk: { S: 'small' } }),
      () => 'the debt is not paid',
    )
    const load = (ms: number, counts: boolean) =>
      Promise.all(all.map((client) => write(client, performance.now() + ms, counts)))
    await load(2_000, false)
    await load(measuredMs, true)
    const rate = admitted / (measuredMs / 1000)
    assert.ok(Math.abs(rate / unitsPerSecond - 1) <= 0.05, `${rate} of ${unitsPerSecond} a second`)
  })

  it('CloudWatch has the sum of what both did', async () => {
    const TableName = await team.client.createTable(partitionOnly())
    const puts = 40
    const put = (n: number) =>
      all[n % clients]!.ask('PutItem', { TableName, Item: { pk: { S: `item ${n}` } } })
    await Promise.all(Array.from({ length: puts }, (_, n) => put(n)))
    const { region, ...credentials } = testCredentials
    const cloudwatch = new CloudWatchClient({ endpoint: team.server.url, region, credentials })
    const nowMs = Date.now()
    const sum = async (): Promise<number> => {
      const { Datapoints = [] } = await cloudwatch.send(
        new GetMetricStatisticsCommand({
          Namespace: 'AWS/DynamoDB',
          MetricName: 'ConsumedWriteCapacityUnits',
          Dimensions: [{ Name: 'TableName', Value: TableName }],
          StartTime: new Date(nowMs - 600_000),
          EndTime: new Date(nowMs + 600_000),
          Period: 60,
          Statistics: ['Sum'],
        }),
      )
      return Datapoints.reduce((total, { Sum = 0 }) => total + Sum, 0)
    }
    await until(
      async () => (await sum()) === puts,
      async () => `${await sum()} units were counted of ${puts}`,
    )
    cloudwatch.destroy()
  })
})

describe('with two workers and a certificate', () => {
  it('SIGHUP to the server makes both show a new one', async (test) => {
    const missing = missingOpenssl()
    if (missing !== undefined) return test.skip(missing)
    const authority = new TestAuthority()
    const { cert, key } = authority.issue('first')
    const dataDir = await mkdtemp(join(tmpdir(), 'gramme-worker-tls-'))
    const args = ['--workers', '2', '--data-dir', dataDir, '--tls-cert', cert, '--tls-key', key]
    const server = await startServerProcess({ args, ca: authority.pem })
    try {
      const second = authority.issue('second')
      copyFileSync(second.cert, cert)
      copyFileSync(second.key, key)
      process.kill(server.pid, 'SIGHUP')
      // Connections go to both workers in turn.
      let inARow = 0
      await until(
        async () => {
          inARow = (await shownName(server.url, authority.pem)) === 'second' ? inARow + 1 : 0
          return inARow >= 8
        },
        () => `the old certificate is still shown: ${server.said()}`,
      )
    } finally {
      await server.stop()
      authority.remove()
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})

async function shownName(url: string, ca: Buffer): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), ca })
  await once(socket, 'secureConnect')
  const { subject } = socket.getPeerCertificate()
  socket.destroy()
  return String(subject.CN)
}
