/** Measures the parts of a plan and reports each as soon as it is known. */
import type { Contender } from './contender.js'
import { halfLoadGoals, rowGoals } from './goals.js'
import * as parts from './parts.js'
import { drawConnections, drawRows } from './pictures.js'
import type { PartName, Plan } from './plan.js'
import { figuresTable, markdownOf, textOf, type Table } from './report.js'

export interface Run {
  readonly plan: Plan
  readonly contenders: readonly Contender[]
  /** On disk, for the data of servers. */
  readonly folder: string
  readonly draws: boolean
  /** The machine, the day and the programs. */
  readonly where: string
}

interface Report {
  readonly tables: readonly Table[]
  readonly goals: readonly string[]
}

/** Returns the parts as documents have them. */
export async function runParts(run: Run): Promise<ReadonlyMap<PartName, string>> {
  const documents = new Map<PartName, string>()
  for (const part of run.plan.parts) {
    const { tables, goals } = await runPart(part, run)
    for (const table of tables) console.log(`\n${textOf(table)}`)
    if (goals.length > 0) console.log(`\n${goals.join('\n')}`)
    const list = goals.map((goal) => `- ${goal}`).join('\n')
    const texts = [`Measured on ${run.where}.`, ...tables.map(markdownOf), list]
    documents.set(part, texts.filter((text) => text !== '').join('\n\n'))
  }
  return documents
}

async function runPart(part: PartName, run: Run): Promise<Report> {
  const setting = settingOf(run)
  switch (part) {
    case 'rows':
      return rowsReport(await parts.measureRows(setting), run)
    case 'connections':
      return connectionsReport(await parts.measureConnections(setting), run)
    case 'sigv4': {
      const results = await parts.measureSigned(setting, run.folder)
      return without(
        [...results].map(([name, row]) => figuresTable(`${name}, signatures checked`, row)),
      )
    }
    case 'indexes': {
      const results = await parts.measureTable(setting, 'indexed')
      return without([figuresTable('PutItem, three global secondary indexes', results)])
    }
    case 'stream': {
      const results = await parts.measureTable(setting, 'streamed')
      return without([figuresTable('PutItem, a stream of both images', results)])
    }
    case 'half-load':
      return halfLoadReport(await parts.measureHalfLoad(setting, run.folder))
  }
}

/** V8 compiles a server while it runs: Gramme reaches its speed in its third second. */
const long = { warmUpSeconds: 3, rounds: 3, seconds: 2 }
const short = { warmUpSeconds: 1, rounds: 2, seconds: 1 }
const usual = { long, short }
const quick = { long: short, short: { ...short, rounds: 1 } }

function settingOf({ plan, contenders, folder }: Run): parts.Setting {
  const { long, short } = plan.quick ? quick : usual
  return { contenders, rows: plan.rows, long: { ...long, folder }, short: { ...short, folder } }
}

function without(tables: readonly Table[]): Report {
  return { tables, goals: [] }
}

function rowsReport(results: parts.RowResults, { contenders, draws, where }: Run): Report {
  if (draws) drawRows(results, contenders, where)
  const tables = [...results].map(([name, row]) => figuresTable(name, row))
  return { tables, goals: rowGoals(results, contenders) }
}

function connectionsReport(results: parts.ConnectionResults, { draws, where }: Run): Report {
  if (draws) drawConnections(results, where)
  const tables = [...results].flatMap(([name, byCount]) =>
    [...byCount].map(([count, row]) => figuresTable(`${name}, ${count} connections`, row)),
  )
  return without(tables)
}

function halfLoadReport(results: parts.HalfLoadResults): Report {
  const head = ['', 'requests/s', 'of full load', 'p50 ms', 'p99 ms', 'p99.9 ms', 'p99 over p50']
  const tables = [...results].map(([name, row]) => ({
    title: `${name} at half load`,
    head,
    rows: [...row].map(([contender, { full, half }]) => [
      contender.name,
      half.perSecond.toFixed(0),
      full === undefined ? '' : `${((half.perSecond / full.perSecond) * 100).toFixed(0)}%`,
      ...[half.p50Ms, half.p99Ms, half.p999Ms].map((ms) => ms.toFixed(2)),
      `${(half.p99Ms / half.p50Ms).toFixed(1)}x`,
    ]),
  }))
  return { tables, goals: halfLoadGoals(results) }
}
