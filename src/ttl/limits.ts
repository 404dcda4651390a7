/** How often the expiry sweep runs. */

/** How often a server looks for expired items by default. */
export const expirySweepIntervalMs = 1000
