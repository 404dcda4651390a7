/** GetReplicationHeads: how far a member of a global table has got, for one in another deployment. */
import { pointText } from '../../replication/told-point.js'
import { operation } from '../operation.js'
import { readingReplica, memberReader } from './read-by-replica.js'

export const getReplicationHeads = operation('gramme.GetReplicationHeads', {
  read: memberReader,
  access: (ctx, reader) => readingReplica(ctx, reader),

  /** No point: the member is not here. */
  async run(ctx, reader) {
    const members = await ctx.linkedMembers()
    const point = await (await members.source(ctx.caller, reader))?.point()
    return { output: point === undefined ? {} : { Point: pointText(point) } }
  },
})
