/** Prometheus scrapes a server, and its tool checks what it gets and the rules in docs/. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServerProcess } from '../../scripts/server-process.js'
import type { PrometheusPrograms } from '../../scripts/test-clients/find-prometheus.js'
import { clientOf, testCredentials } from '../support/client.js'
import { freePort } from '../support/postgres/node.js'
import { until } from '../support/until.js'
import type { Tally } from './tally.js'

const token = 'token-for-prometheus'
/** Seen from `dist/test/clients/`. */
const rules = fileURLToPath(new URL('../../../docs/prometheus-rules.yml', import.meta.url))
const ruleTests = fileURLToPath(
  new URL('../../../test/clients/prometheus-rules-test.yml', import.meta.url),
)

const puts = 25

export async function testPrometheus(
  programs: PrometheusPrograms,
  folder: string,
  tally: Tally,
): Promise<void> {
  const place = join(folder, 'prometheus')
  mkdirSync(place)
  const server = await startServerProcess({ args: ['--in-memory', '--metrics-token', token] })
  try {
    const TableName = await use(server.url)
    const { promtool } = programs
    await tally.check('promtool: check metrics', async () => {
      check(promtool, ['check', 'metrics'], await scraped(server.url))
    })
    await tally.check("promtool: check rules, and what they say of a server's troubles", () => {
      check(promtool, ['check', 'rules', rules])
      check(promtool, ['test', 'rules', ruleTests])
    })
    await testScraping(programs, { place, target: new URL(server.url).host, TableName }, tally)
  } finally {
    await tally.check('scraped server drains and exits with 0', () => server.stop())
  }
}

async function use(url: string): Promise<string> {
  const client = clientOf({ url }, testCredentials)
  const TableName = await client.createTable({
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
  })
  for (let i = 0; i < puts; i++) {
    await client.ask('PutItem', { TableName, Item: { pk: { S: String(i) } } })
  }
  await client.call('PutItem', { TableName, Item: {} })
  client.sdk.destroy()
  client.streams.destroy()
  return TableName
}

async function scraped(url: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(answer.status, 200)
  return answer.text()
}

function check(promtool: string, args: readonly string[], input = ''): void {
  const { status, stdout, stderr } = spawnSync(promtool, args, { input, encoding: 'utf8' })
  assert.equal(status, 0, `promtool ${args.join(' ')}:\n${stdout}${stderr}`)
}

interface Scraping {
  readonly place: string
  readonly target: string
  readonly TableName: string
}

async function testScraping(
  { prometheus, promtool }: PrometheusPrograms,
  { place, target, TableName }: Scraping,
  tally: Tally,
): Promise<void> {
  const config = join(place, 'prometheus.yml')
  writeFileSync(config, configuration(target))
  await tally.check('promtool: check config', () => check(promtool, ['check', 'config', config]))
  const port = await freePort()
  const child = spawn(
    prometheus,
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(place, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  )
  const left = once(child, 'exit')
  const ask = asking(`http://127.0.0.1:${port}`)
  try {
    await tally.check('Prometheus: scrapes with the token', async () => {
      const query = `gramme_requests_total{table="${TableName}",operation="PutItem",code="OK"}`
      await until(
        async () => (await ask(query)) === puts,
        () => 'it has not seen all requests',
      )
      assert.equal(await ask('up{job="gramme"}'), 1)
      assert.equal(await ask(`gramme_table_items{table="${TableName}"}`), puts)
      const middle =
        'histogram_quantile(0.5, gramme_request_duration_seconds_bucket{operation="PutItem"})'
      assert.ok(((await ask(middle)) ?? 0) > 0)
    })
    await tally.check('Prometheus: gets nothing without it', async () => {
      const isKnown = async () => (await ask('up{job="stranger"}')) !== undefined
      await until(isKnown, () => 'it has not tried')
      assert.equal(await ask('up{job="stranger"}'), 0)
    })
  } finally {
    child.kill('SIGKILL')
    await left
  }
}

/** In JSON, which is YAML too. */
function configuration(target: string): string {
  const static_configs = [{ targets: [target] }]
  const authorization = { credentials: token }
  return JSON.stringify({
    global: { scrape_interval: '1s' },
    rule_files: [rules],
    scrape_configs: [
      { job_name: 'gramme', static_configs, authorization },
      { job_name: 'stranger', static_configs },
    ],
  })
}

interface QueryAnswer {
  readonly data: { readonly result: readonly { readonly value: readonly [number, string] }[] }
}

/** The value of the first series that a query finds, if there is any. */
function asking(url: string): (query: string) => Promise<number | undefined> {
  return async (query) => {
    const address = `${url}/api/v1/query?query=${encodeURIComponent(query)}`
    const answer = await fetch(address).catch(() => undefined)
    if (answer?.ok !== true) return undefined
    const { data } = (await answer.json()) as QueryAnswer
    const [first] = data.result
    return first === undefined ? undefined : Number(first.value[1])
  }
}
