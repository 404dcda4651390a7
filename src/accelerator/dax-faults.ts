/** Errors of DAX's management API. */
import { ServiceError } from '../model/errors.js'

export function daxFault(type: DaxFaultType, message: string): ServiceError {
  return new ServiceError(type, message)
}

export type DaxFaultType =
  | 'ClusterAlreadyExistsFault'
  | 'ClusterNotFoundFault'
  | 'ClusterQuotaForCustomerExceededFault'
  | 'InsufficientClusterCapacityFault'
  | 'InvalidARNFault'
  | 'InvalidClusterStateFault'
  | 'InvalidParameterCombinationException'
  | 'InvalidParameterGroupStateFault'
  | 'InvalidParameterValueException'
  | 'InvalidSubnet'
  | 'NodeNotFoundFault'
  | 'ParameterGroupAlreadyExistsFault'
  | 'ParameterGroupNotFoundFault'
  | 'ParameterGroupQuotaExceededFault'
  | 'SubnetGroupAlreadyExistsFault'
  | 'SubnetGroupInUseFault'
  | 'SubnetGroupNotFoundFault'
  | 'SubnetGroupQuotaExceededFault'
  | 'SubnetQuotaExceededFault'
  | 'TagQuotaPerResourceExceeded'

/** AWS: requests that list names have their own sentence. */
export function clusterNotFound(name?: string): ServiceError {
  const sentence = name === undefined ? 'Cluster not found.' : `Cluster ${name} not found.`
  return daxFault('ClusterNotFoundFault', sentence)
}

export function invalidDaxValue(message: string): ServiceError {
  return daxFault('InvalidParameterValueException', message)
}

export function invalidDaxCombination(message: string): ServiceError {
  return daxFault('InvalidParameterCombinationException', message)
}
