/** How far the date of a signed request may be from the server's clock. */
export const clockSkewMaxMs = 15 * 60 * 1000
