/** UpdateReplicationLink: lets the changes between regions of a global table wait, come later, or go on. */
import { ServiceError, validation } from '../../model/errors.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { describeReplicationLink } from './described-replication-link.js'
import { requireGlobalTable } from './require-global-table.js'

export const updateReplicationLink = operation('gramme.UpdateReplicationLink', {
  read({ TableName, FromRegion, ToRegion, Paused, DelayMilliseconds }) {
    if (Paused === undefined && DelayMilliseconds === undefined) {
      throw validation('At least one of Paused and DelayMilliseconds is required')
    }
    return {
      tableName: TableName,
      chosen: { fromRegion: FromRegion, toRegion: ToRegion },
      change: { isPaused: Paused, delayMs: DelayMilliseconds === -1 ? null : DelayMilliseconds },
    }
  },

  access: () => [onAnything('gramme:UpdateReplicationLink')],

  async run(ctx, { tableName, chosen, change }) {
    const group = await requireGlobalTable(ctx, tableName)
    const desk = await ctx.replication()
    if ((await desk.change(group.id, chosen, change)) === 0) throw noSuchLink(tableName)
    const reports = await desk.report(group)
    const isMeant = (named: string | undefined, region: string) => (named ?? region) === region
    const meant = reports.filter(
      ({ fromRegion, toRegion }) =>
        isMeant(chosen.fromRegion, fromRegion) && isMeant(chosen.toRegion, toRegion),
    )
    return { output: { Links: meant.map(describeReplicationLink) } }
  },
})

function noSuchLink(tableName: string): ServiceError {
  const sentence = `The global table ${tableName} has no changes between these regions.`
  return new ServiceError('ResourceNotFoundException', sentence)
}
