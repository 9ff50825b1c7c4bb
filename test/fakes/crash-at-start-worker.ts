process.stderr.write("cannot start\n");
process.exit(3);
