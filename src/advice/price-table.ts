/**
 * The prices that are known, by region. `listed` figures are from AWS's price list; `remembered` ones are not,
 * and are shown as unverified. What nobody knows is left out.
 */
import type { ClassPrices, FreeBands, Price, RegionPrices } from './prices.js'

const listed = (usd: number): Price => ({ usd, isListed: true })
const remembered = (usd: number): Price => ({ usd, isListed: false })

const nothingFree: FreeBands = { unitHours: 0, storedGb: 0, streamReads: 0 }

const virginia: RegionPrices = {
  region: 'us-east-1',
  asOf: '2026-10',
  classes: {
    standard: {
      readRequests: listed(0.125),
      writeRequests: listed(0.625),
      readUnitHours: listed(0.00013),
      writeUnitHours: listed(0.00065),
      storage: listed(0.25),
    },
    'infrequent-access': {
      readRequests: listed(0.155),
      writeRequests: listed(0.78),
      readUnitHours: remembered(0.00016),
      writeUnitHours: remembered(0.00081),
      storage: listed(0.1),
    },
  },
  recovery: listed(0.2),
  streamReads: listed(0.02),
  free: { unitHours: 18_600, storedGb: 25, streamReads: 2_500_000 },
}

const seoul: RegionPrices = {
  region: 'ap-northeast-2',
  asOf: '2026-06',
  classes: {
    standard: {
      readRequests: listed(0.1355),
      writeRequests: listed(0.68),
      readUnitHours: listed(0.00014098),
      writeUnitHours: listed(0.0007049),
    },
    'infrequent-access': {
      readRequests: listed(0.1695),
      writeRequests: listed(0.845),
      readUnitHours: listed(0.0001762),
      writeUnitHours: listed(0.000845),
    },
  },
  free: nothingFree,
}

const ireland = onDemandOnly('eu-west-1', [0.1415, 0.7065, 0.283])
const frankfurt = onDemandOnly('eu-central-1', [0.1525, 0.7625, 0.306])

const all = [virginia, alike('us-east-2'), alike('us-west-2'), seoul, ireland, frankfurt]

export const pricedRegions: readonly string[] = all.map(({ region }) => region)

export function findPrices(region: string): RegionPrices | undefined {
  return all.find((prices) => prices.region === region)
}

function onDemandOnly(
  region: string,
  [reads, writes, stored]: readonly [number, number, number],
): RegionPrices {
  const standard: ClassPrices = {
    readRequests: remembered(reads),
    writeRequests: remembered(writes),
    storage: remembered(stored),
  }
  return {
    region,
    asOf: '2024-11',
    classes: { standard, 'infrequent-access': {} },
    free: nothingFree,
  }
}

/** The same figures as in Virginia, which nobody has read from the list of this region. */
function alike(region: string): RegionPrices {
  const unverified = (prices: ClassPrices): ClassPrices =>
    Object.fromEntries(
      Object.entries(prices).map(([item, { usd }]: [string, Price]) => [item, remembered(usd)]),
    )
  return {
    region,
    asOf: '2024-11',
    classes: {
      standard: unverified(virginia.classes.standard),
      'infrequent-access': unverified(virginia.classes['infrequent-access']),
    },
    recovery: remembered(virginia.recovery!.usd),
    streamReads: remembered(virginia.streamReads!.usd),
    free: virginia.free,
  }
}
