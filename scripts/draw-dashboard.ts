/**
 * Draws the panels of docs/grafana-dashboard.json as a picture, from what Prometheus has scraped of a server under a short
 * load: `node dist/scripts/draw-dashboard.js docs/pictures/dashboard.svg`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../test/support/postgres/node.js'
import { drawPanels, type Curve, type DrawnPanel } from './draw-dashboard/draw-panels.js'
import { loadServer } from './draw-dashboard/load-server.js'
import { startServerProcess } from './server-process.js'
import { findPrometheus } from './test-clients/find-prometheus.js'

const seconds = 60
const stepSeconds = 1

interface Panel {
  readonly title: string
  readonly fieldConfig: { readonly defaults: { readonly unit: string } }
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[]
}

const [target = 'docs/pictures/dashboard.svg'] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'gramme-dashboard-'))
try {
  await writeFile(target, drawPanels(await measuredPanels()))
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measuredPanels(): Promise<readonly DrawnPanel[]> {
  const found = findPrometheus(folder)
  if ('fault' in found) throw new Error(found.fault)
  await using server = await startServerProcess({ args: ['--in-memory', '--throttle', 'on'] })
  const config = join(folder, 'prometheus.yml')
  const static_configs = [{ targets: [new URL(server.url).host] }]
  const job = { job_name: 'gramme', static_configs }
  await writeFile(
    config,
    JSON.stringify({ global: { scrape_interval: `${stepSeconds}s` }, scrape_configs: [job] }),
  )
  const port = await freePort()
  const args = [`--config.file=${config}`, `--storage.tsdb.path=${join(folder, 'data')}`]
  const prometheus = spawn(found.prometheus, [...args, `--web.listen-address=127.0.0.1:${port}`], {
    stdio: 'ignore',
  })
  const left = once(prometheus, 'exit')
  try {
    await loadServer(server.url, seconds)
    await pause(2_000 * stepSeconds)
    const dashboard = await readFile('docs/grafana-dashboard.json', 'utf8')
    const { panels } = JSON.parse(dashboard) as { readonly panels: readonly Panel[] }
    const url = `http://127.0.0.1:${port}`
    return await Promise.all(panels.map((panel) => drawnPanel(url, panel)))
  } finally {
    prometheus.kill('SIGKILL')
    await left
  }
}

async function drawnPanel(url: string, panel: Panel): Promise<DrawnPanel> {
  const found = await Promise.all(panel.targets.map((each) => curvesOf(url, each)))
  const curves = found.flat()
  // A query with a mistake finds nothing either.
  if (curves.length === 0) throw new Error(`The panel "${panel.title}" would be empty.`)
  return { title: panel.title, unit: panel.fieldConfig.defaults.unit, curves }
}

interface RangeAnswer {
  readonly status: string
  readonly error?: string
  readonly data: {
    readonly result: readonly {
      readonly metric: Readonly<Record<string, string>>
      readonly values: readonly (readonly [number, string])[]
    }[]
  }
}

async function curvesOf(url: string, target: Panel['targets'][number]): Promise<readonly Curve[]> {
  const end = Date.now() / 1000
  const query = target.expr
    .replaceAll('$__rate_interval', `${5 * stepSeconds}s`)
    .replaceAll(/\$(instance|table)/g, '.*')
  const range = { start: String(end - seconds), end: String(end), step: String(stepSeconds) }
  const answer = await fetch(
    `${url}/api/v1/query_range?${String(new URLSearchParams({ query, ...range }))}`,
  )
  const { status, error, data } = (await answer.json()) as RangeAnswer
  if (status !== 'success') throw new Error(`${query}: ${error}`)
  return data.result.map(({ metric, values }) => ({
    name: legend(target.legendFormat, metric),
    points: values.map(([at, value]) => [at - end + seconds, Number(value)] as const),
  }))
}

/** The port of this run would say nothing. */
function legend(format: string, metric: Readonly<Record<string, string>>): string {
  const labels: Readonly<Record<string, string>> = { ...metric, instance: 'db1' }
  const text = format.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => labels[name] ?? '')
  return text.replaceAll(/ +/g, ' ')
}
