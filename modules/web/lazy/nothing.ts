// Stands for a module that the bundle leaves out (bundle.py).
export {};
