/** The version of both sides' terms that is in force (AMB-C11), and the line under their titles (H-014, H-016, H-037: exact). */
export const TERMS_VERSION = "1.0";
export const TERMS_VERSION_LINE = `Version ${TERMS_VERSION} - Effective from January 1, 2024`;
