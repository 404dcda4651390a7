/** DeleteScheduledAction: removes a schedule of a target. */
import { operation } from '../operation.js'
import { objectNotFound } from './requests/errors.js'
import { onTarget, readTarget, toldTarget } from './requests/named-target.js'

export const deleteScheduledAction = operation('autoscaling.DeleteScheduledAction', {
  read: (input, ctx) => ({ id: readTarget(ctx, input), name: input.ScheduledActionName }),

  access: (ctx, { id }) => onTarget(ctx, 'application-autoscaling:DeleteScheduledAction', id),

  async run(ctx, { id, name }) {
    const { targets } = await ctx.scaling()
    await targets.change(id, (before) => {
      const schedules = before?.schedules.filter((each) => each.name !== name)
      if (before === undefined || schedules?.length === before.schedules.length) {
        throw objectNotFound(
          `No scheduled action found for ${toldTarget(id)}, scheduled action name: ${name}`,
        )
      }
      return { target: { ...before, schedules: schedules! }, result: undefined }
    })
    return { output: {} }
  },
})
