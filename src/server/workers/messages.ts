/**
 * What a supervisor and its workers tell each other, as JSON over the channel that Node gives a child process. It is for
 * what is rare: writes have a channel of their own, and requests never wait for any of this.
 */
import type { KeyPair } from '../../iam/access-keys.js'
import type { GrammeOptions } from '../gramme-options.js'
import type { ShownMetric } from './shown-metrics.js'

export type RateKind = 'address' | 'key' | 'refusal'

/** How often something was counted for each key, since it was told last. */
export type TakenRates = Partial<Record<RateKind, Readonly<Record<string, number>>>>

export interface OpenMessage {
  readonly kind: 'open'
  readonly options: GrammeOptions
  /** From 1 on; whoever replaces a worker has its number. */
  readonly number: number
  readonly count: number
  readonly port: number
  /** The name under which this process holds leases, in base64. Each process has its own. */
  readonly holder: string
  /** What sessions of TLS are sealed with, in base64, so that every worker resumes them. */
  readonly ticketKeys: string
}

export type ToWorker =
  | OpenMessage
  /** With its socket. */
  | { readonly kind: 'connection'; readonly network: string }
  | { readonly kind: 'ping' | 'stop' | 'reload' | 'ring' }
  /** The process that held leases under this name is gone. */
  | { readonly kind: 'departed'; readonly holder: string }
  | { readonly kind: 'taken'; readonly rates: TakenRates }
  | { readonly kind: 'show'; readonly id: number }
  | { readonly kind: 'gathered'; readonly id: number; readonly shown: readonly ShownMetric[] }

export type FromWorker =
  /** It takes connections, though its store may not be open yet. */
  | { readonly kind: 'bound' }
  | { readonly kind: 'ready'; readonly engine: string; readonly newRootKey?: KeyPair | undefined }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'pong' | 'ring' | 'lost' }
  /** How many more of the connections that were passed to it have arrived. */
  | { readonly kind: 'arrived'; readonly connections: number }
  /** How many connections of each network were closed. */
  | { readonly kind: 'closed'; readonly networks: Readonly<Record<string, number>> }
  | { readonly kind: 'taken'; readonly rates: TakenRates }
  | { readonly kind: 'audit'; readonly lines: readonly string[] }
  | { readonly kind: 'gather'; readonly id: number }
  | { readonly kind: 'shown'; readonly id: number; readonly shown: readonly ShownMetric[] }
