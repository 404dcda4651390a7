/** Cost of the same operation in several situations, side by side on one server. */
import type { ServerProcess } from '../../scripts/server-process.js'
import type { LoadGenerator } from '../load/load.js'
import { MeasuredServer, type RepeatedLoad } from '../load/measured-server.js'
import type { CurvePoint } from './curve.js'

export interface Situation extends RepeatedLoad {
  readonly series: string
  readonly at: string
}

export function pointsOf(
  situations: readonly Situation[],
  server: ServerProcess,
  load: LoadGenerator,
): readonly CurvePoint[] {
  return situations.map(({ series, at, ...repeated }, x) => ({
    ...{ series, at, x },
    server: new MeasuredServer(`${series} ${at}`, server, load, repeated),
  }))
}
