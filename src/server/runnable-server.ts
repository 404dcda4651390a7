/** What `gramme start` runs: a server in this process, or one with several workers. */
import type { Gramme } from './gramme-interface.js'

export type RunnableServer = Pick<
  Gramme,
  'address' | 'daxAddress' | 'engine' | 'newRootKey' | 'lost' | 'start' | 'stop' | 'reload'
>
