/** AcknowledgeReplication: how far a member in another deployment has read this one, so that no more has to be kept for it. */
import type { ReadPlace } from '../../replication/change-source.js'
import { validation } from '../../model/errors.js'
import { operation } from '../operation.js'
import { readingReplica, memberReader } from './read-by-replica.js'

export const acknowledgeReplication = operation('gramme.AcknowledgeReplication', {
  read: (input) => ({ ...memberReader(input), place: placeOf(input.Place) }),

  access: (ctx, reader) => readingReplica(ctx, reader),

  async run(ctx, { place, ...reader }) {
    await (await ctx.linkedMembers()).acknowledge(ctx.caller, reader, place)
    return { output: {} }
  },
})

function placeOf(text: string): ReadPlace {
  try {
    const { positions, nextLane } = JSON.parse(text) as ReadPlace
    const isPlace =
      Number.isInteger(nextLane) &&
      positions.every(({ lane, next }) => Number.isInteger(lane) && Number.isInteger(next))
    if (isPlace) return { positions: positions.map(({ lane, next }) => ({ lane, next })), nextLane }
  } catch {
    // As below.
  }
  throw validation('Place is not a place in a log.')
}
