/** DeregisterScalableTarget: removes a target with its policies, their alarms and its schedules. */
import { operation } from '../operation.js'
import { objectNotFound } from './requests/errors.js'
import { onTarget, readTarget, toldTarget } from './requests/named-target.js'

export const deregisterScalableTarget = operation('autoscaling.DeregisterScalableTarget', {
  read: (input, ctx) => readTarget(ctx, input),

  access: (ctx, id) => onTarget(ctx, 'application-autoscaling:DeregisterScalableTarget', id),

  async run(ctx, id) {
    const { targets, families } = await ctx.scaling()
    const target = await targets.find(id)
    if (target === undefined) {
      throw objectNotFound(`No scalable target found for ${toldTarget(id)}`)
    }
    // Before the record, which knows their names.
    await families.remove(target, target.policies)
    await targets.change(id, () => ({ target: undefined, result: undefined }))
    return { output: {} }
  },
})
