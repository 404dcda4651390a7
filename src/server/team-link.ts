/**
 * What a server has of the processes that serve the same port, if it is not alone: `workers/` starts and supervises
 * them. What holds for all of them together goes through here; everything else they share by their store, as any
 * servers on one store do.
 */
import type { EngineDriver } from '../storage/driver.js'
import type { ClientRate } from '../wire/http/client-limits.js'
import type { PassedConnections } from '../wire/http/passed-connections.js'
import type { AuditFile } from './open-audit.js'
import type { ShownMetric } from './workers/shown-metrics.js'

export interface TeamLink {
  /** Which of them this process is, and how many there are. */
  readonly number: number
  readonly count: number
  readonly connections: PassedConnections
  /** For sessions of TLS. */
  readonly ticketKeys: Buffer
  /** Undefined if each of them opens the store itself. */
  readonly openEngine?: EngineDriver['open'] | undefined
  readonly rates: SharedRates
  readonly work: SharedWork
  readonly metrics: SharedMetrics
  /** All of them write one file. */
  readonly auditFile: AuditFile
}

/** Requests that an address or an access key may send to all of them together. */
export interface SharedRates {
  readonly note: (rate: ClientRate, key: string) => void
  onOthers(charge: (rate: ClientRate, key: string, times: number) => void): void
}

/** Background work, which one of them does. */
export interface SharedWork {
  /** The name under which this process holds leases. */
  readonly holder: Uint8Array
  /** There is work, and the store says so already. */
  readonly ring: () => void
  onRing(listener: () => void): void
  onDeparted(listener: (holder: Uint8Array) => void): void
}

export interface SharedMetrics {
  /** What others are shown of this process. */
  onShow(show: () => Promise<readonly ShownMetric[]>): void
  /** What all of them show together. */
  gather(): Promise<readonly ShownMetric[]>
}
