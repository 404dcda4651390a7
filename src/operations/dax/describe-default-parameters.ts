/** DescribeDefaultParameters: the parameters that every new group has. */
import { defaultCacheTimes } from '../../accelerator/cache-parameters.js'
import { onAnything } from '../access.js'
import { operation } from '../operation.js'
import { pageOf, readDaxPage } from './requests/dax-paging.js'
import { parametersOf } from './shapes/described.js'

export const describeDefaultParameters = operation('dax.DescribeDefaultParameters', {
  read: readDaxPage,

  access: () => [onAnything('dax:DescribeDefaultParameters')],

  async run(ctx, page) {
    const all = parametersOf(defaultCacheTimes)
    const { shown, next } = pageOf(ctx, page, { defaultParameters: true }, all)
    return { output: { Parameters: shown, NextToken: next } }
  },
})
