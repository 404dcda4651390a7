/** DeleteScalingPolicy: removes a policy and its alarms. */
import { operation } from '../operation.js'
import { objectNotFound } from './requests/errors.js'
import { onTarget, readTarget, toldTarget } from './requests/named-target.js'

export const deleteScalingPolicy = operation('autoscaling.DeleteScalingPolicy', {
  read: (input, ctx) => ({ id: readTarget(ctx, input), name: input.PolicyName }),

  access: (ctx, { id }) => onTarget(ctx, 'application-autoscaling:DeleteScalingPolicy', id),

  async run(ctx, { id, name }) {
    const { targets, families } = await ctx.scaling()
    const target = await targets.find(id)
    const policy = target?.policies.find((each) => each.name === name)
    if (target === undefined || policy === undefined) {
      throw objectNotFound(`No scaling policy found for ${toldTarget(id)}, policy name: ${name}`)
    }
    // Before the record, which knows their names.
    await families.remove(target, [policy])
    await targets.change(id, (before) => ({
      target: before && {
        ...before,
        policies: before.policies.filter((each) => each.id !== policy.id),
      },
      result: undefined,
    }))
    return { output: {} }
  },
})
