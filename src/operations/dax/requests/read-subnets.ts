/** The subnets of a group. They are only described: whether they exist is not asked. */
import { daxFault } from '../../../accelerator/dax-faults.js'
import { groupSubnetsMax } from '../../../accelerator/limits.js'

export function readSubnets(ids: readonly string[]): readonly string[] {
  const wrong = ids.find((id) => !/^subnet-[0-9a-f]{1,32}$/.test(id))
  if (wrong !== undefined) throw daxFault('InvalidSubnet', `Invalid subnet: ${wrong}`)
  if (ids.length === 0) throw daxFault('InvalidSubnet', 'A subnet group has at least one subnet.')
  const subnets = [...new Set(ids)]
  if (subnets.length <= groupSubnetsMax) return subnets
  const sentence = `A subnet group has at most ${groupSubnetsMax} subnets.`
  throw daxFault('SubnetQuotaExceededFault', sentence)
}
