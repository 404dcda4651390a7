/**
 * The service in the scope of a request's credential, for requests that do not name it otherwise.
 */
const scope = /Credential=[^/, ]*\/[^/, ]*\/[^/, ]*\/([^/, ]*)\//

export function credentialService(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : scope.exec(authorization)?.[1]
}
