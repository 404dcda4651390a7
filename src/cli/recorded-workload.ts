/** Which recorded traffic a command looks at: that of a store, or of a running server. */
import type { Workload } from '../advice/workload.js'
import type { RegionPrices } from '../advice/prices.js'
import { textOf, type Environment, type Flag, type GivenFlags } from './flags.js'
import { givenEndpoint } from './given-endpoint.js'
import { readServerOptions, serverFlags, storeOptions } from './server-options.js'
import { UsageError } from './usage-error.js'

export const recordedFlags: readonly Flag[] = [
  ...serverFlags(storeOptions),
  { flag: 'endpoint', placeholder: 'url', help: 'ask a running server instead of a store' },
  {
    flag: 'region',
    placeholder: 'region',
    help: 'of the tables; every region of a store, us-east-1 elsewhere',
  },
  { flag: 'table', placeholder: 'name', help: 'only this table' },
  { flag: 'days', placeholder: 'number', help: 'how far to look back, 1 to 15 (14)' },
  { flag: 'prices', placeholder: 'region', help: 'whose prices (those of the tables)' },
]

export const recordedNote =
  'A data folder can be read while no server uses it, a PostgreSQL database at any time. With --endpoint a running server\nis asked, signed with AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN.'

export interface RecordedRequest {
  readonly flags: GivenFlags
  readonly environment: Environment
  /** Whether items may be looked at. */
  readonly samples: boolean
}

export async function readRecorded(request: RecordedRequest): Promise<readonly Workload[]> {
  const { flags, environment, samples } = request
  const table = textOf(flags, 'table')
  const days = await readDays(flags)
  const endpoint = textOf(flags, 'endpoint')
  const region = textOf(flags, 'region')
  if (endpoint === undefined) {
    const options = readServerOptions(flags, environment, storeOptions)
    const { readStoredWorkloads } = await import('../server/advise-data.js')
    return readStoredWorkloads(options, { region, table, days, samples })
  }
  const asked = { table, days, samples, scope: { account: '', region: regionOf(request) } }
  return [await readServed(endpoint, asked, environment)]
}

function regionOf({ flags, environment }: RecordedRequest): string {
  return textOf(flags, 'region') ?? environment['AWS_REGION'] ?? 'us-east-1'
}

interface ServedRequest {
  readonly table: string | undefined
  readonly days: number
  readonly samples: boolean
  readonly scope: { readonly account: string; readonly region: string }
}

async function readServed(
  endpoint: string,
  request: ServedRequest,
  environment: Environment,
): Promise<Workload> {
  const served = givenEndpoint(endpoint, request.scope.region, environment)
  const { callTo } = await import('../server/endpoint-call.js')
  const { readWorkload } = await import('../server/read-workload.js')
  return readWorkload(callTo(served), { ...request, nowMs: Date.now() })
}

async function readDays(flags: GivenFlags): Promise<number> {
  const { windowDaysMax, windowDaysUsual } = await import('../advice/limits.js')
  const text = textOf(flags, 'days')
  const days = text === undefined ? windowDaysUsual : Number(text)
  if (Number.isInteger(days) && days >= 1 && days <= windowDaysMax) return days
  throw new UsageError(`--days must be a whole number from 1 to ${windowDaysMax}, not '${text}'.`)
}

/** Those that were asked for, those of the region, or those of Virginia. */
export async function pricesFor(flags: GivenFlags, region: string): Promise<RegionPrices> {
  const { findPrices } = await import('../advice/price-table.js')
  const known = flags.has('prices') ? undefined : findPrices(region)
  return known ?? requirePrices(flags, 'us-east-1')
}

/** Those that were asked for, or those of the region. */
export async function requirePrices(flags: GivenFlags, region: string): Promise<RegionPrices> {
  const { findPrices, pricedRegions } = await import('../advice/price-table.js')
  const wanted = textOf(flags, 'prices') ?? region
  const prices = findPrices(wanted)
  if (prices !== undefined) return prices
  throw new UsageError(
    `The prices of ${wanted} are not known; those of ${pricedRegions.join(', ')} are.`,
  )
}
