/** The service in the scope of a request's credential, where nothing else says which one is called. */
const scope = /Credential=[^/, ]*\/[^/, ]*\/[^/, ]*\/([^/, ]*)\//

export function credentialService(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : scope.exec(authorization)?.[1]
}
