/** Principals in the order of names, limited to a path. */
import type { IamEntities } from '../../../iam/entities.js'
import type { PrincipalKind } from '../../../iam/refusals.js'
import type { OperationContext } from '../../operation.js'
import type { ListSource } from './paging.js'

export function principalsUnder<K extends PrincipalKind>(
  { iam, caller }: OperationContext,
  kind: K,
  prefix: string,
): ListSource<IamEntities[K]> {
  return async function* (after) {
    for await (const principal of iam.walk(kind, caller.account, after)) {
      if (principal.path.startsWith(prefix)) yield principal
    }
  }
}
