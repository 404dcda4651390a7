/** A month's bill: quantities by what they are billed as, with and without what is free. */
import type { MonthlyUse } from './monthly-use.js'
import {
  requestsPerPrice,
  streamReadsPerPrice,
  type ClassPrices,
  type FreeBands,
  type Price,
  type RegionPrices,
  type TableClass,
} from './prices.js'

export type BilledItem = keyof ClassPrices | 'recovery' | 'streamReads'

export interface BillLine {
  readonly item: BilledItem
  /** Absent if the class does not matter. */
  readonly tableClass?: TableClass
  readonly quantity: number
  readonly freeQuantity: number
  /** How much of it the price buys. */
  readonly per: number
  /** Absent if it is not known. */
  readonly price?: Price
  /** Absent if the price is not known. */
  readonly usd?: number
}

export interface Bill {
  readonly region: string
  readonly pricesAsOf: string
  readonly lines: readonly BillLine[]
  /** Without what has no known price. */
  readonly usd: number
  /** Whether a price in it has to be checked. */
  readonly isVerified: boolean
  /** Whether everything has a price. */
  readonly isComplete: boolean
}

export interface BillOptions {
  /** Free bands belong to all tables of an account; a comparison of single tables leaves them out. */
  readonly withFreeBands: boolean
}

export function billOf(
  uses: readonly MonthlyUse[],
  prices: RegionPrices,
  { withFreeBands }: BillOptions,
): Bill {
  const lines = quantitiesOf(uses)
    .filter(({ quantity }) => quantity > 0)
    .map((line) => pricedLine(line, prices, withFreeBands))
  return {
    region: prices.region,
    pricesAsOf: prices.asOf,
    lines,
    usd: lines.reduce((sum, { usd = 0 }) => sum + usd, 0),
    isVerified: lines.every(({ price }) => price?.isListed !== false),
    isComplete: lines.every(({ price }) => price !== undefined),
  }
}

/** At list price; undefined if something in it has no known price. */
export function listCostOf(uses: readonly MonthlyUse[], prices: RegionPrices): number | undefined {
  const { usd, isComplete } = billOf(uses, prices, { withFreeBands: false })
  return isComplete ? usd : undefined
}

type Quantity = Pick<BillLine, 'item' | 'tableClass' | 'quantity'>

function quantitiesOf(uses: readonly MonthlyUse[]): readonly Quantity[] {
  const classes: readonly TableClass[] = ['standard', 'infrequent-access']
  const ofClasses = classes.flatMap((tableClass) => {
    const own = uses.filter((use) => use.tableClass === tableClass)
    return classQuantities(own).map((quantity) => ({ ...quantity, tableClass }))
  })
  return [
    ...ofClasses,
    { item: 'recovery', quantity: sumOf(uses, ({ recoveryGb }) => recoveryGb) },
    { item: 'streamReads', quantity: sumOf(uses, ({ streamReads }) => streamReads) },
  ]
}

function classQuantities(uses: readonly MonthlyUse[]): readonly Quantity[] {
  const onDemand = uses.filter(({ throughput }) => throughput.billing === 'on-demand')
  const provisioned = uses.filter(({ throughput }) => throughput.billing === 'provisioned')
  return [
    { item: 'readRequests', quantity: sumOf(onDemand, readUnitsOf) },
    { item: 'writeRequests', quantity: sumOf(onDemand, writeUnitsOf) },
    { item: 'readUnitHours', quantity: sumOf(provisioned, readUnitsOf) },
    { item: 'writeUnitHours', quantity: sumOf(provisioned, writeUnitsOf) },
    { item: 'storage', quantity: sumOf(uses, ({ storedGb }) => storedGb) },
  ]
}

const readUnitsOf = ({ throughput }: MonthlyUse): number => throughput.readUnits
const writeUnitsOf = ({ throughput }: MonthlyUse): number => throughput.writeUnits

function sumOf(uses: readonly MonthlyUse[], of: (use: MonthlyUse) => number): number {
  return uses.reduce((sum, use) => sum + of(use), 0)
}

function pricedLine(line: Quantity, prices: RegionPrices, withFreeBands: boolean): BillLine {
  const { item, tableClass, quantity } = line
  const price = priceOf(item, tableClass, prices)
  const band = withFreeBands ? freeBandOf(item, tableClass, prices.free) : 0
  const freeQuantity = Math.min(quantity, band)
  const per = perOf(item)
  const usd = price && ((quantity - freeQuantity) / per) * price.usd
  return { ...line, freeQuantity, per, ...(price && { price, usd }) }
}

function priceOf(
  item: BilledItem,
  tableClass: TableClass | undefined,
  prices: RegionPrices,
): Price | undefined {
  if (item === 'recovery' || item === 'streamReads') return prices[item]
  return prices.classes[tableClass ?? 'standard'][item]
}

function perOf(item: BilledItem): number {
  if (item === 'readRequests' || item === 'writeRequests') return requestsPerPrice
  return item === 'streamReads' ? streamReadsPerPrice : 1
}

function freeBandOf(
  item: BilledItem,
  tableClass: TableClass | undefined,
  { unitHours, storedGb, streamReads }: FreeBands,
): number {
  if (item === 'streamReads') return streamReads
  if (tableClass !== 'standard') return 0
  if (item === 'readUnitHours' || item === 'writeUnitHours') return unitHours
  return item === 'storage' ? storedGb : 0
}
