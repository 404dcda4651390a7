/** What the tables of which something is held in memory have in common. */
import type { Engine } from '../../storage/engine.js'
import type { HeldScope } from './held-scope.js'
import type { SearchThreads } from './search-threads.js'

export interface TableParts {
  readonly engine: Engine
  readonly threads: SearchThreads
  readonly nextScope: () => number
  /** What all rows together may take. */
  readonly bytesMax: number
  /** Whether there is room for what is held, this scope included. */
  readonly makeRoom: (scope: HeldScope) => Promise<boolean>
}
