/** What an expression can look up while it is computed. */
import type { CallNode } from './math-node.js'
import type { MathSeries, MathValue } from '../math-series.js'

export interface MathScope {
  /** The slots of a series that is not computed from another. */
  readonly startMs: number
  readonly endMs: number
  readonly periodMs: number
  /** The value of another query. */
  resolve(id: string): Promise<MathValue>
  /** The metrics of the request whose ids contain a text. */
  metrics(part: string): Promise<readonly MathSeries[]>
  /** What the SEARCH at this node has found. */
  found(node: CallNode): Promise<readonly MathSeries[]>
  /** Throws when all expressions together have taken too many steps; waits if others have to be served. */
  step(count: number): Promise<void>
}
