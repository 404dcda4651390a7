/** What a region charges, in US dollars, and how far each figure can be trusted. */
export interface Price {
  readonly usd: number
  /** Whether it was read from AWS's price list; otherwise it is from memory and has to be checked. */
  readonly isListed: boolean
}

export type TableClass = 'standard' | 'infrequent-access'

/** A price that is absent is not known: what it is for is left out of the sum, and named. */
export interface ClassPrices {
  /** For a million request units of on-demand tables. */
  readonly readRequests?: Price
  readonly writeRequests?: Price
  /** For a provisioned unit for an hour. */
  readonly readUnitHours?: Price
  readonly writeUnitHours?: Price
  /** For a gigabyte for a month. */
  readonly storage?: Price
}

/** What is free each month, in all tables of an account and region together. */
export interface FreeBands {
  /** Of reads and of writes each, in tables of the standard class. */
  readonly unitHours: number
  /** In tables of the standard class. */
  readonly storedGb: number
  readonly streamReads: number
}

export interface RegionPrices {
  readonly region: string
  /** When the figures were read. */
  readonly asOf: string
  readonly classes: Readonly<Record<TableClass, ClassPrices>>
  /** Point-in-time recovery, for a gigabyte for a month. */
  readonly recovery?: Price
  /** For 100,000 calls of GetRecords. */
  readonly streamReads?: Price
  readonly free: FreeBands
}

export const requestsPerPrice = 1_000_000
export const streamReadsPerPrice = 100_000
