/** UpdateParameterGroup: changes how long caches keep what they have, those of a cluster in use too. */
import { cacheParameters, type CacheTimes } from '../../accelerator/cache-parameters.js'
import { invalidDaxValue } from '../../accelerator/dax-faults.js'
import { changedParametersMax } from '../../accelerator/limits.js'
import { withParameters } from '../../accelerator/parameter-groups.js'
import type { ParameterNameValue } from '../../api/generated/dax-types.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { changeHoldings } from './requests/change-holdings.js'
import { describeParameterGroup } from './shapes/described.js'

export const updateParameterGroup = operation('dax.UpdateParameterGroup', {
  read: ({ ParameterGroupName: name, ParameterNameValues: values }) => ({
    name,
    times: readParameters(values),
  }),

  access: () => [onAnything('dax:UpdateParameterGroup')],

  async run(ctx, { name, times }) {
    const changed = await changeHoldings(ctx, (before) => {
      const { holdings, group } = withParameters(before, name, times)
      return { holdings, result: group }
    })
    return { output: { ParameterGroup: describeParameterGroup(changed) } }
  },
})

function readParameters(values: readonly ParameterNameValue[]): Partial<CacheTimes> {
  if (values.length > changedParametersMax) {
    throw invalidDaxValue(`At most ${changedParametersMax} parameters can be changed at a time.`)
  }
  return Object.fromEntries(values.map(readParameter))
}

function readParameter({
  ParameterName: name = '',
  ParameterValue: text = '',
}: ParameterNameValue): readonly [member: keyof CacheTimes, timeMs: number] {
  const parameter = cacheParameters.find((each) => each.name === name)
  if (parameter === undefined) throw invalidDaxValue(`Parameter ${name} is not known.`)
  const timeMs = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(timeMs)) return [parameter.member, timeMs]
  throw invalidDaxValue(`The value of parameter ${name} must be a whole number of milliseconds.`)
}
