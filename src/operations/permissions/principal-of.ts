/** A caller as policies name it. */
import type { Identity } from '../../model/caller.js'
import type { Principal } from '../../policies/principal.js'

export function principalOf({ kind, account, arn, principalArn }: Identity): Principal {
  switch (kind) {
    case 'root':
      return { kind, account }
    case 'user':
      return { kind, account, arn: principalArn }
    case 'role':
      return { kind, account, arn: principalArn, sessionArn: arn }
    case 'federated':
      return { kind, account, userArn: principalArn, sessionArn: arn }
  }
}
