"""What games on squares share: sides, squares and cells, terrain, tiles and how they lie."""
