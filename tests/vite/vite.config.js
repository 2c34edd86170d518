// Two pages: one with the engine beside it, and one that loads it when it is needed.
export default { build: { rollupOptions: { input: ["index.html", "bare.html"] } } };
