/**
 * What a setting costs: a server without it and one with it, by the processor time of the same requests.
 *
 * Both run side by side and are loaded in turn, round by round. How fast one process becomes differs from start to
 * start by more than many settings cost, so both are started several times, and a figure is the median over the
 * starts.
 */
import { ratio, table, targetLine } from '../report.js'
import { median } from '../rounds.js'
import { LoadGenerator } from './load.js'
import { medianLoads, type LoadRoundOptions } from './load-rounds.js'
import { MeasuredServer, type LoadedServer } from './measured-server.js'
import type { SigningCredentials } from './sign.js'

export interface ComparedLoad {
  readonly name: string
  readonly operation: string
  readonly bodies: readonly string[]
  /** How much more processor time it may take; absent if that is only of interest. */
  readonly ratioMax?: number
}

export interface Comparison {
  /** Of the two servers, the one without the setting first. */
  readonly names: readonly [string, string]
  readonly starts: number
  readonly rounds: LoadRoundOptions
  readonly loads: readonly ComparedLoad[]
}

export type UseServers = (
  servers: readonly [LoadedServer, LoadedServer],
  credentials?: SigningCredentials,
) => Promise<void>

/** In microseconds; the ratio is the median of the rounds, each of which was as busy for both. */
interface Costs {
  readonly without: number
  readonly with: number
  readonly ratio: number
}

export const comparedConnections = 16

/** `withServers` starts and fills both servers, hands them to its argument and stops them. */
export async function compareCosts(
  comparison: Comparison,
  withServers: (use: UseServers) => Promise<void>,
): Promise<void> {
  const starts = new Map(comparison.loads.map((load) => [load, [] as Costs[]]))
  for (let start = 0; start < comparison.starts; start++) {
    await withServers(async (servers, credentials) => {
      for (const [load, costs] of starts) {
        costs.push(await costsOf(comparison, load, servers, credentials))
      }
    })
  }
  report(comparison.names, starts)
}

async function costsOf(
  { names, rounds }: Comparison,
  { operation, bodies }: ComparedLoad,
  servers: readonly [LoadedServer, LoadedServer],
  credentials: SigningCredentials | undefined,
): Promise<Costs> {
  using load = new LoadGenerator()
  const job = {
    operation,
    bodies,
    connections: comparedConnections,
    ...(credentials && { credentials }),
  }
  const measured = servers.map((server, i) => new MeasuredServer(names[i]!, server, load, job))
  await medianLoads(measured, rounds)
  const [without = [], having = []] = measured.map((each) => each.microseconds())
  const ratios = having.map((cost, round) => cost / without[round]!)
  return { without: median(without), with: median(having), ratio: median(ratios) }
}

function report(
  names: readonly [string, string],
  starts: ReadonlyMap<ComparedLoad, readonly Costs[]>,
): void {
  const rows = [...starts].map(([{ name }, each]) => {
    const of = (figure: keyof Costs) => median(each.map((one) => one[figure]))
    const shown = each.map((one) => one.ratio.toFixed(2)).toSorted()
    return [name, of('without').toFixed(1), of('with').toFixed(1), ratio(of('ratio'), 1), ...shown]
  })
  console.log(table(['CPU µs of a request', ...names, 'ratio', 'each start'], rows))
  for (const [{ name, ratioMax }, each] of starts) {
    if (ratioMax === undefined) continue
    const reached = median(each.map((one) => one.ratio))
    const what = `${name}: ${reached.toFixed(3)}x, wanted at most ${ratioMax}x`
    console.log(targetLine(what, reached <= ratioMax))
  }
}
