/** What CloudWatch's operations declare that they touch. */
import type { AccessRow } from './statement-access-rows-suite.js'

const anywhere = (name: string): readonly AccessRow[] => [[{}, `cloudwatch:${name} *`]]

export const cloudwatchAccessRows: Readonly<Record<string, readonly AccessRow[]>> = {
  'cloudwatch.ListMetrics': anywhere('ListMetrics'),
}
