/** STS's operations, loaded with the first of them. */
import type { Operation } from '../operation.js'
import { assumeRole } from './assume-role.js'
import { assumeRoleWithWebIdentity } from './assume-role-with-web-identity.js'
import { getAccessKeyInfo } from './get-access-key-info.js'
import { getCallerIdentity } from './get-caller-identity.js'
import { getFederationToken } from './get-federation-token.js'
import { getSessionToken } from './get-session-token.js'

export const stsOperations: readonly Operation[] = [
  assumeRole,
  assumeRoleWithWebIdentity,
  getAccessKeyInfo,
  getCallerIdentity,
  getFederationToken,
  getSessionToken,
]
