/** What CloudWatch does differently from its own model. */
import type { Quirks } from '../quirks.js'

export const cloudwatchQuirks: Quirks = {
  namespace: 'com.amazonaws.cloudwatch.v2010_08_01',
  writesFractions: true,
  printedEnums: {
    StateValue: ['INSUFFICIENT_DATA', 'ALARM', 'OK'],
  },
}
