/** The least that a command takes: nothing. */
