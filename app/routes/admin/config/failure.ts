/** Said where the settings of the office cannot be read. */
export const CONFIG_FAILURE = "Unable to get admin config. Please try again.";
