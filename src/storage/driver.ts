/**
 * What the rest of the program knows about an engine without opening it: how it is named, where it
 * keeps its data, and which settings it has no use for.
 *
 * An address may contain a password. Nothing that a driver returns for a screen, a log or an error
 * does.
 */
import type { Engine } from './engine.js'
import type { WritesRefused } from './errors.js'

export type Durability = 'durable' | 'relaxed'

/** The settings that engines choose from. */
export interface EngineSettings {
  /** A name or an address, claimed by exactly one driver. */
  readonly engine: string
  readonly dataDir: string
  readonly durability: Durability
  readonly groupMutationsMax: number
  /** Undefined lets the engine size its pools. */
  readonly readPool: number | undefined
  readonly writePool: number | undefined
  /** Whether to check the files as a whole before they are used, however long that takes. */
  readonly checkWhole?: boolean
}

export type EngineOption = Exclude<keyof EngineSettings, 'engine' | 'checkWhole'>

export interface Refusal {
  /** Completes "--data-dir cannot be used with PostgreSQL: …". */
  readonly reason: string
  /** Only this value is refused; any value if absent. */
  readonly value?: string
}

export interface EngineWatch {
  /** Called when the engine begins to refuse every write, when the reason changes, and with undefined when it ends. */
  onWrites(refusal: WritesRefused | undefined): void
}

export interface EngineDriver {
  /** The name of the engine that it opens. */
  readonly name: string
  /** How people write the name. */
  readonly title: string
  /** What people enter to choose it. */
  readonly form: string
  /** Whether the data is in `dataDir`. */
  readonly keepsFolder: boolean
  /** Whether the store may be unreachable for a while, so that a server waits for it at start. */
  readonly isRemote: boolean
  /** Options that would have no effect: refused, because the user expects one. */
  readonly refuses: Readonly<Partial<Record<EngineOption, Refusal>>>
  claims(address: string): boolean
  /** Where the data is, for a screen: "/data", "database shop on db1:5432". */
  place(settings: EngineSettings): string
  /** The store as the subject of a sentence: "The data folder /data". */
  subject(settings: EngineSettings): string
  /** Loads the engine's code only now: a server in memory starts without LMDB's library. */
  open(settings: EngineSettings, watch?: EngineWatch): Promise<Engine>
}
